"""Rules of a request that no schema can state."""

import re

import schemathesis

# The last cursor of each status that a Link to the next page had.
cursors = {}


@schemathesis.hook("after_call")
def keep_cursor(context, case, response):
    link = response.headers.get("link", [""])[0]
    cursor = re.search(r'[?&]cursor=([^&>]+)>; rel="next"', link)
    if cursor:
        cursors[case.query.get("status")] = cursor[1]


@schemathesis.hook("before_call")
def continue_a_list(context, case, kwargs):
    """A cursor comes from a Link header and is sent with the status of that link."""
    if "cursor" in case.query and case.meta.generation.mode.is_positive:
        status = case.query.get("status")
        if status in cursors:
            case.query["cursor"] = cursors[status]
        else:
            del case.query["cursor"]
