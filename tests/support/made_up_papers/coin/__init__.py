"""A made-up paper about coins: one table, one figure, no data."""

from rosenblatt.lab import Task, means
from rosenblatt.reproduce.paper import Figure, Line, Paper, PaperTable

PRINTED = {"fair": 0.5, "bent": 0.1}


def tasks(splits, quick):
    count = 3 if quick else splits or 20
    return [
        Task("coin_work:throw", {"coin": coin, "split": split})
        for coin in ("fair", "bent", "broken")
        for split in range(count)
    ]


def lines(rows):
    found = means(rows, ["coin"], "heads")
    return [
        Line(
            {"coin": coin},
            PRINTED.get(coin),
            mean.mean,
            mean.standard_error,
            0.2,
            note="by <hand>" if coin == "bent" else "",
        )
        for (coin,), mean in found.items()
    ]


def drawing(rows):
    return f'<svg xmlns="http://www.w3.org/2000/svg"><title>{len(rows)} throws</title></svg>'


PAPER = Paper(
    name="coin",
    title="On coins",
    citation="Nobody (1900)",
    tables=(PaperTable("1", "shares of heads", "Inside: at most 0.2 off.", tasks, lines),),
    figures=(Figure("1a", "throws", "All throws.", lambda splits, quick: tasks(1, True), drawing),),
    notes=("The bent coin is inferred.",),
)
