"""A local TLS server that misbehaves, and the resolver that has to hold against it."""
