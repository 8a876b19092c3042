"""The guard: only the server's own page is answered, and what it may load is said with every answer."""

from __future__ import annotations

import pytest
from support.marks import cases
from support.web_client import PORT, page

from gamekit.web.server.guard import is_loopback, is_unspecified

OTHERS_VISIT = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"])
def test_the_names_of_this_machine(name: str) -> None:
    answer = page().client.get("/", headers={"host": f"{name}:{PORT}"})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        f"evil.example:{PORT}",
        f"127.0.0.1.evil.example:{PORT}",
        f"localhost.evil.example:{PORT}",
        f"192.168.0.7:{PORT}",
        "127.0.0.1",
        "127.0.0.1:80",
        f"127.0.0.1:{PORT}:{PORT}",
        f"user@127.0.0.1:{PORT}",
        f"[::1:{PORT}",
        f"[::1]{PORT}",
        f"[::1]x:{PORT}",
        "",
    ],
)
def test_other_names_are_refused(name: str) -> None:
    answer = page().client.get("/", headers={"host": name})
    assert answer.status_code == 421
    assert answer.json()["error"].startswith("this server is not called ")


def test_two_names_are_refused() -> None:
    headers = [("host", f"127.0.0.1:{PORT}"), ("host", "evil.example")]
    assert page().client.get("/", headers=headers).status_code == 421


def test_a_server_for_others() -> None:
    asked = {name: page(host="box.example").client.get("/", headers={"host": f"{name}:{PORT}"}).status_code
             for name in ("box.example", "BOX.example", "localhost", "evil.example", "192.168.0.7")}  # fmt: skip
    assert asked == {
        "box.example": 200,
        "BOX.example": 200,
        "localhost": 200,
        "evil.example": 421,
        "192.168.0.7": 421,
    }
    everywhere = page(host="0.0.0.0").client
    # a name may lead here by rebinding; an address cannot
    assert everywhere.get("/", headers={"host": f"192.168.0.7:{PORT}"}).status_code == 200
    assert everywhere.get("/", headers={"host": f"[fe80::1]:{PORT}"}).status_code == 200
    refused = everywhere.get("/", headers={"host": f"evil.example:{PORT}"})
    assert refused.status_code == 421
    assert refused.json()["error"].endswith("; open it by an address of its machine")


def test_which_addresses_are_this_machines_alone() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "127.1.2.3", "localhost", "::1")))
    assert not any(map(is_loopback, ("0.0.0.0", "192.168.0.7", "box.example", "::", "localhost.example")))
    assert is_unspecified("0.0.0.0")
    assert is_unspecified("::")
    assert not is_unspecified("box.example")


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "OPTIONS"])
@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "http://evil.example",
        f"https://127.0.0.1:{PORT}",
        "http://127.0.0.1",
        f"http://localhost:{PORT}",
    ],
)
def test_other_origins_are_refused(method: str, origin: str) -> None:
    answer = page().client.request(method, "/api/games", headers={"origin": origin})
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers


def test_the_own_origin() -> None:
    headers = {"origin": f"http://127.0.0.1:{PORT}", "sec-fetch-site": "same-origin"}
    answer = page().client.post("/api/solutions", json={"game": "nim"}, headers=headers)
    assert answer.status_code == 202


@pytest.mark.parametrize(
    ("name", "good"), [("origin", f"http://127.0.0.1:{PORT}"), ("sec-fetch-site", "same-origin")]
)
def test_what_a_browser_says_once_is_refused_twice(name: str, good: str) -> None:
    client = page().client
    assert client.get("/", headers=[(name, good)]).status_code == 200
    assert client.get("/", headers=[(name, good), (name, good)]).status_code == 403
    assert client.get("/", headers=[(name, good), (name, "http://evil.example")]).status_code == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_other_sites_may_lead_here_and_no_more(site: str) -> None:
    visit = {**OTHERS_VISIT, "sec-fetch-site": site}
    client = page().client
    assert client.get("/", headers=visit).status_code == 200
    assert client.get("/api/games", headers=visit).status_code == 403
    assert client.get("/static/dom.js", headers=visit).status_code == 403
    assert client.get("/", headers={**visit, "sec-fetch-dest": "iframe"}).status_code == 403
    assert (
        client.get("/static/dom.js", headers={"sec-fetch-site": site, "sec-fetch-mode": "cors"}).status_code
        == 403
    )
    assert (
        client.get("/api/games", headers={"sec-fetch-site": site, "sec-fetch-mode": "no-cors"}).status_code
        == 403
    )
    assert client.post("/api/solutions", json={"game": "nim"}, headers=visit).status_code == 403


@pytest.mark.parametrize(
    "path", cases(quick=["/", "/static/dom.js", "/nothing", "/api/solutions/x"], slow=["/api/games"])
)
def test_every_answer_has_the_headers(path: str) -> None:
    headers = page().client.get(path).headers
    policy = dict(part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";"))
    assert policy.pop("script-src").startswith("'self'" if path != "/" else "'self' 'sha256-")
    assert policy == {
        "default-src": "'none'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "font-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == ("no-cache" if path in ("/", "/static/dom.js") else "no-store")
    assert "server" not in headers


def test_refusals_have_the_headers_too() -> None:
    headers = page().client.get("/", headers={"host": "evil.example"}).headers
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert headers["cache-control"] == "no-store"
