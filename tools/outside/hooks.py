import schemathesis


@schemathesis.hook("before_call")
def drop_cursor(context, case, kwargs):
    """No schema can state that a cursor comes from the Link header of a page: one that is made up is invalid."""
    if case.meta.generation.mode.is_positive:
        case.query.pop("cursor", None)
