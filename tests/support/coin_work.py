"""The work behind the made-up paper about coins."""

import numpy as np

SHARES = {"fair": 0.5, "bent": 0.9}


def throw(coin, split):
    """Share of heads in 1000 throws; a broken coin cannot be thrown."""
    if coin not in SHARES:
        raise ArithmeticError(f"the coin is {coin}")
    return {"heads": np.mean(np.random.default_rng(split).random(1000) < SHARES[coin])}
