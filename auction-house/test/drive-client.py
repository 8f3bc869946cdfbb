"""Runs a client of the site, unchanged, against the auction house.

Usage: python3 drive-client.py CLIENT HOUSE_URL, where CLIENT is the path of its shopgoodwill.py. Reads a JSON list of
steps from standard input, such as [["Shopgoodwill", {"username": "demo"}], ["get_item_info", 1]], and prints a list
with {"value": ...} or {"error": "..."} for each. The step "Shopgoodwill" makes the client that later steps call. Every
request goes to the house, whatever address the client asks for.
"""

import importlib.util
import json
import sys
import types

import requests

HOSTS = ("https://buyerapi.shopgoodwill.com", "https://shopgoodwill.com")


class ToTheHouse(requests.adapters.HTTPAdapter):
    """Keeps the request of the client as it is, with the site's address, so that its cookies stay the site's."""

    def __init__(self, house):
        super().__init__()
        self.house = house

    def send(self, request, **options):
        for host in HOSTS:
            if request.url.startswith(host + "/"):
                moved = request.copy()
                moved.url = self.house + request.url[len(host) :]
                response = super().send(moved, **options)
                response.url, response.request = request.url, request
                return response
        raise requests.exceptions.InvalidURL(f"The client asks for {request.url}")


def provide_cryptodome():
    """The two functions that the client takes from pycryptodomex, by the more common package cryptography."""
    if importlib.util.find_spec("Cryptodome"):
        return
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    class AES:
        MODE_CBC = 2

        @staticmethod
        def new(key, mode, iv):
            encryptor = Cipher(algorithms.AES(key), modes.CBC(iv)).encryptor()
            return types.SimpleNamespace(encrypt=lambda data: encryptor.update(data) + encryptor.finalize())

    def pad(data, size):
        missing = size - len(data) % size
        return data + bytes([missing]) * missing

    for name, members in {"Cipher": {"AES": AES}, "Util": {}, "Util.Padding": {"pad": pad}}.items():
        module = types.ModuleType(f"Cryptodome.{name}")
        module.__dict__.update(members)
        sys.modules[module.__name__] = module
    sys.modules["Cryptodome"] = types.ModuleType("Cryptodome")


def load(path):
    spec = importlib.util.spec_from_file_location("shopgoodwill", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Shopgoodwill


def main(path, house):
    provide_cryptodome()
    adapter = ToTheHouse(house)
    requests.Session.get_adapter = lambda session, url: adapter
    make_client = load(path)
    client = None
    results = []
    for name, *arguments in json.load(sys.stdin):
        try:
            if name == "Shopgoodwill":
                client, value = make_client(*arguments), None
            else:
                value = getattr(client, name)(*arguments)
            results.append({"value": value})
        except Exception as error:
            results.append({"error": str(error)})
    print(json.dumps(results, default=str))


main(*sys.argv[1:])
