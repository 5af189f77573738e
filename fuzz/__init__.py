"""Random cases against the laws that every learner, model file and table reader keeps."""
