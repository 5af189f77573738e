"""The demo: the perceptron family and scikit-learn's linear learners under label noise."""
