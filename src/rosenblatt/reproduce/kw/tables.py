"""The tables of the paper, with notes on what was inferred."""

from rosenblatt.reproduce.kw import (
    adult_table,
    dominance_table,
    large_tables,
    optimisation_table,
    polynomial_table,
    search_tables,
)
from rosenblatt.reproduce.paper import PaperTable

INSIDE = (
    "A line is inside when the paper's number differs from our mean by at most the larger of 1.0 "
    "and 2.5 standard deviations over permutations."
)
BY_STEP = (
    "The columns with lambda alone. Once a row has been learned, its margin counts as larger by "
    "lambda times what one step adds to it, eta (|x|^2 + C) with the square C of the constant "
    "feature; the paper prints lambda |x|^2."
)
NOT_SETTLED = (
    "This form was chosen after the printed one had been measured, as one of two that came closest "
    "among fifteen; which form the paper used is not settled."
)
DRAWS = (
    "Each permutation draws its own data, so the standard deviation includes that of the draws; "
    "the paper's data are not published, and its numbers vary like those of a single draw."
)

TABLES = (
    PaperTable(
        number="2",
        title="Which hypothesis is more accurate on artificial data, by noise",
        caption="On how many of 30 artificial data sets one hypothesis (V voted, LS longest "
        f"survivor, C classical: the last) has the higher ten-fold accuracy. {INSIDE}",
        tasks=dominance_table.tasks,
        table=dominance_table.table,
        notes=(
            DRAWS,
            "Each pass visits the rows in a new order, which gives the printed number of ties; the "
            "same order in all passes, which fits Table 3, does not.",
            "Footnote 4 of the paper says that 200 and 500 features show no difference between "
            "the three; its own Table 2 counts more differences than 50 features have sets.",
        ),
    ),
    PaperTable(
        number="3",
        title="Parameter search on small data sets",
        caption="Best ten-fold accuracy in percent over all values of the searched parameters, "
        f"without those that have no effect. {INSIDE}",
        tasks=search_tables.small_tasks,
        table=search_tables.small_table,
        notes=(
            "Folds are contiguous blocks of the permuted rows, not stratified; all passes visit "
            "the rows in that permuted order.",
            "Lambda is used as printed: the margin of a row that was learned counts as lambda "
            "|x|^2 larger. Table 3-step has another reading; neither explains all cells.",
            "The last hypothesis with no parameter active shows little: from one permutation to "
            "the next it changes by 2 to 12 points.",
        ),
    ),
    PaperTable(
        number="3-step",
        title="Parameter search on small data sets, lambda in steps",
        caption=f"As Table 3. {BY_STEP} {INSIDE}",
        tasks=search_tables.small_tasks_by_step,
        table=search_tables.with_lambda(search_tables.small_table),
        notes=(NOT_SETTLED,),
    ),
    PaperTable(
        number="3-large",
        title="Parameter search on USPS and MNIST",
        caption="As Table 3: ten folds of all rows (USPS 9298, 100 passes of step 0.1; MNIST "
        "70000, one pass of step 1), one permutation, so no verdict.",
        tasks=large_tables.search_tasks,
        table=large_tables.search_table,
        notes=(
            "With many classes, the longest survivor is better here than printed.",
            "In the one pass over MNIST no row is met again, so lambda has no effect.",
        ),
    ),
    PaperTable(
        number="4",
        title="Parameter search on artificial data",
        caption="As Table 3, on artificial data with 50 features and margin 0.05, by noise. "
        f"{INSIDE}",
        tasks=search_tables.artificial_tasks,
        table=search_tables.artificial_table,
        notes=(DRAWS,),
    ),
    PaperTable(
        number="4-step",
        title="Parameter search on artificial data, lambda in steps",
        caption=f"As Table 4. {BY_STEP} {INSIDE}",
        tasks=search_tables.artificial_tasks_by_step,
        table=search_tables.with_lambda(search_tables.artificial_table),
        notes=(DRAWS, NOT_SETTLED),
    ),
    PaperTable(
        number="5",
        title="Adult by margin and number of training rows",
        caption="Ten-fold accuracy in percent after training on a sample of each training set; "
        f"5 passes of step 0.4, columns scaled to [0, 1]. {INSIDE}",
        tasks=adult_table.tasks,
        table=adult_table.table,
        notes=(
            "The paper does not say that it scaled the columns; unscaled ones give 76 to 78 % "
            "where it prints 84 %.",
        ),
    ),
    PaperTable(
        number="6",
        title="Parameter optimisation",
        caption="Ten-fold accuracy in percent when ten inner folds of each training set choose "
        "the parameters, including values that have no effect; support vector machines with the "
        f"best parameter in hindsight. {INSIDE}",
        tasks=optimisation_table.tasks,
        table=optimisation_table.table,
        notes=(
            "Among equals the weakest effect is chosen, separately for each hypothesis.",
            "Support vector machines: libsvm on the unscaled columns, C from 1e-5 to 1e4 (L1); "
            "lambda from 1e-4 to 1e3 added to the diagonal of the kernel (L2). Training ends after "
            "20000 steps, for large C before it has converged.",
        ),
    ),
    PaperTable(
        number="6-step",
        title="Parameter optimisation, lambda in steps",
        caption=f"As Table 6. {BY_STEP} {INSIDE}",
        tasks=optimisation_table.tasks_by_step,
        table=search_tables.with_lambda(optimisation_table.table),
        notes=(NOT_SETTLED,),
    ),
    PaperTable(
        number="7",
        title="Parameter optimisation on large data sets, linear",
        caption="Accuracy in percent on one test set (Adult: a tenth of its rows, drawn by each "
        "permutation; USPS and MNIST: their own, one permutation, so no verdict). "
        f"{INSIDE}",
        tasks=large_tables.tasks,
        table=large_tables.table,
        notes=(
            "The paper's count of rows (32561) leaves Adult without a test set; it does not say "
            "which rows were tested.",
            "With many classes, the longest survivor is better here than printed.",
        ),
    ),
    PaperTable(
        number="7-kernel",
        title="Parameter optimisation on USPS and MNIST, degree 4 kernel",
        caption="As Table 7, with the kernel (1 + <x, z>)^4, on their own test sets: USPS in 12 "
        f"permutations, MNIST in 5, so without a verdict. {INSIDE}",
        tasks=polynomial_table.tasks,
        table=polynomial_table.table,
        notes=(
            "Values are in [-1, 1] (USPS) and [0, 1] (MNIST); the initial threshold, its step and "
            "the unit of margins are the mean of K(x, x). Steps and passes are those of the "
            "linear lines; the paper does not give others.",
            "On MNIST the margin that the inner folds of the first permutation choose is used in "
            "all five. After its single pass, the last hypothesis depends on the order of the "
            "rows, by points.",
        ),
    ),
)
