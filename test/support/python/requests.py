"""A small stand-in for the package of this name, over urllib: what the scripts under fixtures/scripts use of it."""

import json as _json
import sys
import types
import urllib.error
import urllib.parse
import urllib.request


class HTTPError(Exception):
    pass


class HTTPDigestAuth:
    def __init__(self, username, password):
        self.username, self.password = username, password


class Response:
    def __init__(self, status, body, headers):
        self.status_code, self.content, self.headers = status, body, headers
        self.ok = status < 400
        self.text = body.decode()

    def json(self):
        return _json.loads(self.content)

    def raise_for_status(self):
        if not self.ok:
            raise HTTPError(f"{self.status_code}: {self.text}")


def request(method, url, params=None, data=None, json=None, headers=None, auth=None, timeout=None):
    headers = dict(headers or {})
    if params:
        url += "?" + urllib.parse.urlencode(params)
    if json is not None:
        data = _json.dumps(json)
        headers.setdefault("Content-Type", "application/json")
    if isinstance(data, str):
        data = data.encode()
    handlers = []
    if auth:
        passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        passwords.add_password(None, url, auth.username, auth.password)
        handlers.append(urllib.request.HTTPDigestAuthHandler(passwords))
    sent = urllib.request.Request(url, data=data, headers=headers, method=method.upper())
    try:
        with urllib.request.build_opener(*handlers).open(sent) as got:
            return Response(got.status, got.read(), got.headers)
    except urllib.error.HTTPError as error:
        return Response(error.code, error.read(), error.headers)


class Session:
    def __init__(self):
        self.headers, self.auth = {}, None

    def request(self, method, url, headers=None, auth=None, **others):
        own = {**self.headers, **(headers or {})}
        return request(method, url, headers=own, auth=auth or self.auth, **others)


def _add(target, is_method):
    for verb in ("get", "post", "put", "patch", "delete"):
        if is_method:
            setattr(target, verb, lambda self, url, verb=verb, **others: self.request(verb, url, **others))
        else:
            setattr(target, verb, lambda url, verb=verb, **others: request(verb, url, **others))


_add(Session, True)
_add(sys.modules[__name__], False)
auth = types.ModuleType("requests.auth")
auth.HTTPDigestAuth = HTTPDigestAuth
sys.modules["requests.auth"] = auth
