"""Private names of scikit-learn, all in one place: what may break with its next release."""

# Parameters are checked at the door of fit, as in scikit-learn's own estimators.
from sklearn.base import _fit_context

# The base of linear models, those of other libraries too.
from sklearn.linear_model._base import LinearClassifierMixin

# The one way to tell a scorer of several metrics from a scorer of one.
from sklearn.metrics._scorer import _MultimetricScorer

# Searches differ from scikit-learn's in how they fit; all else is its base class.
from sklearn.model_selection._search import BaseSearchCV

# What lanes cannot fit is fitted, scored and reported by scikit-learn itself.
from sklearn.model_selection._validation import (
    _fit_and_score,
    _insert_error_scores,
    _score,
    _warn_or_raise_about_fit_failures,
)

# Rows of arrays, frames and lists are taken as in scikit-learn's cross-validation.
from sklearn.utils import _safe_indexing

# With routing switched on, parameters of fit take another way.
from sklearn.utils._metadata_requests import _routing_enabled

# The words in which parameters are declared.
from sklearn.utils._param_validation import HasMethods, Interval, StrOptions

# Precomputed kernels are split in both directions.
from sklearn.utils.metaestimators import _safe_split

# Rows are counted, and parameters of fit split, as scikit-learn does.
from sklearn.utils.validation import _check_method_params, _num_samples

__all__ = [
    "BaseSearchCV",
    "HasMethods",
    "Interval",
    "LinearClassifierMixin",
    "StrOptions",
    "_MultimetricScorer",
    "_check_method_params",
    "_fit_and_score",
    "_fit_context",
    "_insert_error_scores",
    "_num_samples",
    "_routing_enabled",
    "_safe_indexing",
    "_safe_split",
    "_score",
    "_warn_or_raise_about_fit_failures",
]
