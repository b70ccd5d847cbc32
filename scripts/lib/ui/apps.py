"""Apps for features that the built-in ones lack."""

# All kinds of containers, links, params of each type, a screen that nothing leads to.
SHOP = {
    "app": "shop", "version": 1, "data": {"user": None},
    "root": {"kind": "drawer", "routes": ["browse", "pictures", "account"], "initial": "browse"},
    "routes": {
        "browse": {
            "content": {"kind": "stack", "routes": ["catalog", "product", "attic"], "initial": "catalog"},
            "to": ["pictures", "account"],
        },
        "catalog": {"path": "/", "to": ["product", "signIn", "terms", "browse", "pictures", "account"]},
        "product": {
            "path": "/p/:id", "params": {"id": "string", "page": "integer?"}, "initialParams": {"page": 1},
            "to": ["product", "signIn", "terms", "browse", "pictures", "account"],
        },
        "attic": {},
        "pictures": {"content": {"kind": "pages", "routes": ["front", "back"]}, "to": ["browse", "account"]},
        "front": {"to": []},
        "back": {"to": []},
        "account": {"state": {"name": "nobody"}, "to": ["signIn", "browse", "pictures"]},
        "signIn": {"as": "sheet", "to": ["terms"]},
        "terms": {"as": "alert", "to": []},
    },
}

# A delayed action in each session: an hour after the last one, home.
IDLE = {
    "app": "idle", "version": 1, "idle": {"after": 3600, "action": {"type": "popToRoot"}},
    "root": {"kind": "stack", "routes": ["home", "away"], "initial": "home"}, "routes": {"home": {}, "away": {}},
}
