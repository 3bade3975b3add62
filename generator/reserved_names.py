"""Names that no generated module may have, whatever the Python, the system and the day: a fixed table."""

from __future__ import annotations

KEYWORDS = """
    and as assert async await break case class continue def del elif else except finally for from global if import in is
    lambda match nonlocal not or pass raise return try type while with yield
"""
# Devices that Windows opens in every folder, with any extension.
DEVICES = """
    aux clock con nul prn com0 com1 com2 com3 com4 com5 com6 com7 com8 com9
    lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9
"""
# Every module of the standard library from Python 3.11 on, those of other systems included, and what modules import
# beside it: a script that is run from the folder would import the generated one instead.
LIBRARY = """
    abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb
    binascii bisect builtins bz2 calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys
    compileall compression concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses
    dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler
    fcntl filecmp fileinput fnmatch formatter fractions ftplib functools gc genericpath getopt getpass gettext glob
    graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress
    itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap
    modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator
    optparse os ossaudiodev parser pathlib pdb pickle pickletools pip pipes pkgutil platform plistlib poplib posix
    posixpath pprint profile profiling pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random
    re readline regex reprlib resource rlcompleter runpy sched schemawright secrets select selectors setuptools
    shelve shlex shutil signal site sitecustomize smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile
    sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symbol symtable sys
    sysconfig syslog tabnanny tarfile telnetlib tempfile termios test textwrap this threading time timeit tkinter
    token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest
    urllib usercustomize uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc
    zipapp zipfile zipimport zlib zoneinfo
"""

RESERVED = frozenset((KEYWORDS + DEVICES + LIBRARY).split())
