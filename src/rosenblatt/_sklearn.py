"""Private names of scikit-learn, all in one place: what may break with its next release."""

from rosenblatt.lazy_exports import lazy_exports

# Each is imported when it is used: searches need much of scikit-learn, a single fit little.
__all__, __getattr__, __dir__ = lazy_exports(
    __name__,
    {
        # Parameters are checked at the door of fit, as in scikit-learn's own estimators.
        "sklearn.base": ("_fit_context",),
        # The base of linear models, those of other libraries too.
        "sklearn.linear_model._base": ("LinearClassifierMixin",),
        # The one way to tell a scorer of several metrics from a scorer of one.
        "sklearn.metrics._scorer": ("_MultimetricScorer",),
        # Searches differ from scikit-learn's in how they fit; all else is its base class.
        "sklearn.model_selection._search": ("BaseSearchCV",),
        # What lanes cannot fit is fitted, scored and reported by scikit-learn itself.
        "sklearn.model_selection._validation": (
            "_fit_and_score",
            "_insert_error_scores",
            "_score",
            "_warn_or_raise_about_fit_failures",
        ),
        # Rows of arrays, frames and lists are taken as in scikit-learn's cross-validation.
        "sklearn.utils": ("_safe_indexing",),
        # With routing switched on, parameters of fit take another way.
        "sklearn.utils._metadata_requests": ("_routing_enabled",),
        # The words in which parameters are declared.
        "sklearn.utils._param_validation": ("HasMethods", "Interval", "StrOptions"),
        # Precomputed kernels are split in both directions.
        "sklearn.utils.metaestimators": ("_safe_split",),
        # Rows are counted, and parameters of fit split, as scikit-learn does.
        "sklearn.utils.validation": ("_check_method_params", "_num_samples"),
    },
)
