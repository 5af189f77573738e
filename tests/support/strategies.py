"""What hypothesis draws settings of the perceptron from."""

from hypothesis import strategies as st


@st.composite
def rules(draw):
    return {
        "margin": draw(st.sampled_from([0.0, 0.125, 0.5, 2.0])),
        "lam": draw(st.sampled_from([0.0, 0.0, 0.25, 1.0])),
        "alpha_bound": draw(st.sampled_from([None, None, 1, 3])),
        "eta0": draw(st.sampled_from([1.0, 0.5, 2.0])),
    }
