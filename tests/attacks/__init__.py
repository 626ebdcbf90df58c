"""Attacks on a server of one's own, by strangers who send what they like: short ones as tests, long ones by hand."""
