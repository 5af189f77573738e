"""What every linear classifier needs: reading, scoring, predicting, probabilities."""
