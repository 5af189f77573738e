"""Parameters with their descriptions in the HTML view."""

from typing import Any


class DescribedParameters:
    """scikit-learn shows descriptions only of estimators that it can link to."""

    def _get_params_html(self, deep: bool = True, doc_link: str = "") -> Any:
        return super()._get_params_html(deep, doc_link or "#")  # type: ignore[misc]
