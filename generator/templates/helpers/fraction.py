from fractions import Fraction
