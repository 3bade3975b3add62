"""From the program to statements: what each keyword asserts, as conditions and blocks."""
