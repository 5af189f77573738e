"""Li's Table 2: the training errors of random coordinate descent."""

import pytest
from li_table2 import BIAS_DIRECTION, printed, tolerance, training_errors

SPLITS = 50
SLOW = pytest.mark.slow


@pytest.mark.parametrize("variant", BIAS_DIRECTION)
@pytest.mark.parametrize(
    "name",
    ["pima", "heart", *(pytest.param(n, marks=SLOW) for n in ("sonar", "breast", "ionosphere"))],
)
def test_training_errors_of_table_2_are_reproduced(name, variant, data_home):
    mean, standard_error = printed(name, variant)
    ours = training_errors(name, variant, data_home, SPLITS).mean()
    assert abs(ours - mean) <= tolerance(standard_error, SPLITS)
