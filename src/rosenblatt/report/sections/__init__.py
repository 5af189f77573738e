"""The parts of a comparison's page, one file each; a part without data is None."""
