"""A session's tree in the model."""

from dataclasses import dataclass, field

LISTS = ("tabs", "drawer", "pages")


class Refusal(Exception):
    """A refusal by the state. Other containers may accept the action, unless it is final."""
    status, is_final = 409, False


class Final(Refusal):
    is_final = True


class Invalid(Final):
    status = 422


@dataclass
class Screen:
    """A screen. Only a presented one has a `style`; only apps with logic have openers and intents."""
    id: str
    route: str
    params: dict
    content: "Container | None" = None
    style: str | None = None
    opener: str | None = None
    intent: dict | None = None


@dataclass
class Container:
    """The content of a route, or the root, whose route is None. In a stack the last screen is selected.

    `visits` are `history` and `historyParams`; only with `fullHistory` they have params."""
    id: str
    kind: str
    route: str | None
    screens: list[Screen]
    selected: int = -1
    presented: list[Screen] = field(default_factory=list)
    visits: list[dict] = field(default_factory=list)
    open: bool | None = None

    def own_screens(self):
        return self.screens + self.presented

    def containers(self):
        """This container, and all in it."""
        contents = [screen.content.containers() for screen in self.own_screens() if screen.content]
        return sum(contents, [self])

    def all_screens(self):
        return [screen for container in self.containers() for screen in container.own_screens()]

    def ids(self):
        return {item.id for item in [*self.containers(), *self.all_screens()]}

    def depth(self):
        """The number of nested containers."""
        return 1 + max(screen.content.depth() if screen.content else 0 for screen in self.own_screens())

    def focus_path(self):
        return [self, *(self.focused.content.focus_path() if self.focused.content else [])]

    @property
    def focused(self):
        """The visible screen: the selected one, or the last one presented over it."""
        return self.presented[-1] if self.presented else self.screens[self.selected]

    @property
    def current(self):
        return self.focus_path()[-1].focused


def container_of(sent, definitions, route=None):
    """A container that the server sent."""
    def screen_of(sent, style=None):
        content = sent.get("content") and container_of(sent["content"], definitions, sent["route"])
        return Screen(sent["id"], sent["route"], sent["params"], content, style, sent.get("opener"), sent.get("intent"))

    screens = [screen_of(screen) for screen in sent["screens"]]
    is_last = sent["kind"] == "stack" and sent["selected"] == len(screens) - 1
    visits = [{"id": id, "params": None} for id in sent.get("history", [])]
    if definitions[route].get("backBehavior") == "fullHistory":
        # Null stands for the params of the visited screen.
        params = {screen.id: screen.params for screen in screens}
        for visit, own in zip(visits, sent.get("historyParams") or [None] * len(visits)):
            visit["params"] = params.get(visit["id"]) if own is None else own
    presented = [screen_of(over["screen"], over["style"]) for over in sent.get("presented", [])]
    return Container(sent["id"], sent["kind"], route, screens, -1 if is_last else sent["selected"], presented, visits, sent.get("open"))


def find(items, id, code):
    """The container or the screen with an id."""
    if (found := next((item for item in items if item.id == id), None)) is None:
        raise Final(code)
    return found
