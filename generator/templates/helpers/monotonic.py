from time import monotonic
