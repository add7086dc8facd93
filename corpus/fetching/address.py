"""Where the opinions are fetched from: the site, or a mirror that was named in its place.

Only `https`, so that what arrives is what the site sent, and `http` on this machine itself; any
other `http` only where the person said so.
"""

import ipaddress
import re

from corpus.errors import InputError

_HOST = re.compile(r"[^%\s]+")
"""What could not be part of a host's name is there as a percent sign and its code."""


def checked(address: str, *, allow_http: bool) -> str:
    """The address without a slash at its end.

    Raises:
        InputError: it is no address of a site, or `http` to another machine.
    """
    import httpx2

    if "@" in address:
        raise InputError(
            "The address to fetch from holds a user name or a password; leave them out of it."
        )
    try:
        url = httpx2.URL(address.strip())
        url.host.encode("idna")  # what no name server could be asked for
    except (httpx2.InvalidURL, ValueError) as error:
        raise _unusable(address) from error
    if (
        url.scheme not in ("http", "https")
        or not _HOST.fullmatch(url.host)
        or (url.port is not None and not 0 < url.port < 2**16)
        or url.query
        or url.fragment
    ):
        raise _unusable(address)
    if url.scheme == "http" and not allow_http and not is_loopback(url.host):
        raise InputError(
            f"{address} is not https, so anybody on the way could change what arrives; give an "
            "https address, or add --allow-http to take it all the same."
        )
    return str(url).rstrip("/")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    if host.lower().rstrip(".") == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _unusable(address: str) -> InputError:
    return InputError(
        f"{address!r} is no address to fetch from; give one such as https://static.case.law"
    )
