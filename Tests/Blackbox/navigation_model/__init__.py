"""The rules of navigation as a model, from the documented rules and React Navigation's routers.

Written without the server's source. `Model` holds a session's tree; `apply` changes it as an action should, or raises
`Refusal`. Ids that the server is to make are placeholders (`?1`), which `Tree.bind` replaces with what it has made.
"""

from .model import Model
from .refusal import Refusal

__all__ = ["Model", "Refusal"]
