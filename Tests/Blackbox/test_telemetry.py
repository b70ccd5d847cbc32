"""Traces: what a collector of OpenTelemetry receives."""

from navstate import create, define, eventually, expect, metric
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from test_webhooks import SECRET

TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
CLIENT = {"traceparent": f"00-{TRACE}-{PARENT}-01"}


def spans(collector):
    """All spans so far, each as its values and attributes."""
    requests = [ExportTraceServiceRequest.FromString(attempt.body) for attempt in collector.attempts]
    return [
        {"name": span.name, "kind": span.kind, "trace": span.trace_id.hex(), "id": span.span_id.hex(),
         "parent": span.parent_span_id.hex(), "took": span.end_time_unix_nano - span.start_time_unix_nano,
         **{one.key: one.value.string_value or one.value.int_value for one in span.attributes}}
        for request in requests for resource in request.resource_spans for scope in resource.scope_spans
        for span in scope.spans]


def test_a_trace_leads_from_the_client_over_the_server_to_webhooks_and_calls(new_server, new_receiver):
    receiver, collector = new_receiver(), new_receiver()
    options = ("--otlp-endpoint", collector.url(), "--allow-call", receiver.address, "--allow-private-webhooks", "yes")
    client, emit, answer = new_server(*options).client(), {"emit": "told"}, {"type": "answer"}
    steps = [emit, {"call": receiver.url("echo"), "then": answer}, {"after": "${0}", "id": "soon", "action": answer}]
    define(client, "traced", routes={"home": {}}, actions={"all": {"do": steps}, "answer": {"do": [emit]}})
    expect(client.put("/v1/webhooks/all", json={"url": receiver.url(), "secret": SECRET}), 201)
    path, _ = create(client, "traced")
    expect(client.post(path + "/actions", json={"type": "all"}, headers=CLIENT), 200)
    eventually(lambda: len(receiver.attempts) == 4 and sum("webhook all" == span["name"] for span in spans(collector)) == 3)
    batch = expect(client.post("/v1/batches", json={"filter": {"app": "traced"}, "action": answer}), 202).json()
    eventually(lambda: {"timer", "batch", "call traced"} <= {span["name"] for span in spans(collector)})
    known = {span["id"]: span for span in spans(collector)}
    request, = [span for span in known.values() if span["name"] == "POST /v1/sessions/{id}/actions"]
    assert (request["trace"], request["parent"], request["kind"]) == (TRACE, PARENT, 2)
    assert (request["url.path"], request["http.response.status_code"]) == (path + "/actions", 200) and request["took"] > 0
    first = [span for span in known.values() if span["parent"] == request["id"]]
    # The output of the action and that of the answer to its call.
    assert sorted(span["name"] for span in first) == ["call traced", "webhook all", "webhook all"]
    timer, = [span for span in known.values() if span["name"] == "timer"]
    assert [span["name"] for span in known.values() if span["parent"] == timer["id"]] == ["webhook all"] and not timer["parent"]
    assert [span["navstate.batch"] for span in known.values() if span["name"] == "batch"] == [batch["id"]]
    # The receivers get the span that asked them.
    for attempt in receiver.attempts[:4]:
        version, trace, parent, flags = attempt.headers["traceparent"].split("-")
        assert (version, known[parent]["trace"], known[parent]["kind"], flags) == ("00", trace, 3, "01")
    assert metric(client, "navstate_spans_sent_total") >= len(known) - 10
