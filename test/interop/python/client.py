"""The official Python client against our server: both eras, over stdio, HTTP and HTTP+SSE."""

import asyncio
import json
import sys
from contextlib import suppress

from mcp import Client, MCPError, StdioServerParameters, types
from mcp.client.sse import sse_client

MODERN = "2026-07-28"
LATEST_LEGACY = "2025-11-25"
MODES = {"legacy": LATEST_LEGACY, "auto": MODERN, MODERN: MODERN}
WAIT_SECONDS = 5


async def elicit(_context, _params):
    return types.ElicitResult(
        action="accept",
        content={"username": "ada", "email": "ada@example.org", "name": "Ada"},
    )


async def sample(_context, _params):
    return types.CreateMessageResult(
        role="assistant",
        content=types.TextContent(type="text", text="Paris"),
        model="interop-model",
    )


async def list_roots(_context):
    return types.ListRootsResult(roots=[types.Root(uri="file:///interop")])


class Peer:
    """A client that answers every question, and what it has heard."""

    def __init__(self, server, mode):
        self.logs = []
        self.is_modern = MODES[mode] == MODERN
        self.client = Client(
            server,
            mode=mode,
            elicitation_callback=elicit,
            sampling_callback=sample,
            list_roots_callback=list_roots,
            logging_callback=self.hear_log,
            log_level="debug",
            read_timeout_seconds=WAIT_SECONDS,
        )

    async def hear_log(self, params):
        self.logs.append(params.data)

    async def text(self, name, arguments=None, **options):
        result = await self.client.call_tool(name, arguments or {}, **options)
        return result.content[0].text


async def check_lists(peer, mode):
    client = peer.client
    assert client.protocol_version == MODES[mode], client.protocol_version
    if mode != MODERN:
        assert client.server_info.name == "conformance-server"
    assert "test_simple_text" in [tool.name for tool in (await client.list_tools()).tools]
    uris = [str(each.uri) for each in (await client.list_resources()).resources]
    assert "test://static-text" in uris, uris
    templates = (await client.list_resource_templates()).resource_templates
    assert [each.uri_template for each in templates] == ["test://template/{id}/data"]
    assert "test_simple_prompt" in [each.name for each in (await client.list_prompts()).prompts]


async def check_calls(peer, _mode):
    assert await peer.text("test_simple_text") == "This is a simple text response for testing."
    assert (await peer.client.call_tool("test_error_handling", {})).is_error
    try:
        await peer.client.call_tool("no_such_tool", {})
    except MCPError as error:
        assert error.code == -32602, error
    else:
        raise AssertionError("an unknown tool must be an error")


async def check_progress(peer, _mode):
    heard = []

    async def on_progress(progress, _total, _message):
        heard.append(progress)

    await peer.text("test_tool_with_progress", progress_callback=on_progress)
    assert heard == [0, 50, 100], heard


async def check_logging(peer, _mode):
    if not peer.is_modern:
        await peer.client.set_logging_level("debug")
    await peer.text("test_tool_with_logging")
    assert peer.logs[-1:] == ["Tool execution completed"], peer.logs


async def check_questions(peer, _mode):
    answer = await peer.text("test_elicitation", {"message": "Who are you?"})
    assert "ada@example.org" in answer, answer
    assert await peer.text("test_sampling", {"prompt": "Capital?"}) == "LLM response: Paris"
    answer = await peer.text("test_input_required_result_multiple_inputs")
    assert answer == "Paris Ada, 1 root(s)", answer


async def check_resources(peer, _mode):
    client = peer.client
    content = (await client.read_resource("test://static-text")).contents[0]
    assert "static text resource" in content.text
    content = (await client.read_resource("test://template/7/data")).contents[0]
    assert json.loads(content.text)["id"] == "7"
    try:
        await client.read_resource("test://missing")
    except MCPError as error:
        assert error.code == (-32602 if peer.is_modern else -32002), error
    else:
        raise AssertionError("a missing resource must be an error")


async def check_prompts(peer, _mode):
    arguments = {"arg1": "hello", "arg2": "world"}
    result = await peer.client.get_prompt("test_prompt_with_arguments", arguments)
    assert "arg1='hello'" in result.messages[0].content.text
    ref = types.PromptReference(type="ref/prompt", name="test_prompt_with_arguments")
    result = await peer.client.complete(ref, {"name": "arg1", "value": "par"})
    assert result.completion.values == ["paris", "park", "party"]


async def check_cancelling(peer, _mode):
    before = int(await peer.text("test_count_stopped"))
    started = asyncio.Event()

    async def on_progress(_progress, _total, _message):
        started.set()

    call = asyncio.create_task(peer.text("test_wait_until_stopped", progress_callback=on_progress))
    await asyncio.wait_for(started.wait(), WAIT_SECONDS)
    call.cancel()
    with suppress(asyncio.CancelledError):
        await call
    async with asyncio.timeout(WAIT_SECONDS):
        while int(await peer.text("test_count_stopped")) != before + 1:
            await asyncio.sleep(0.02)


CHECKS = [
    check_lists,
    check_calls,
    check_progress,
    check_logging,
    check_questions,
    check_resources,
    check_prompts,
    check_cancelling,
]


async def run_row(name, server, mode):
    """Runs every check on one connection; returns how many failed."""
    failed = 0
    peer = Peer(server, mode)
    async with peer.client:
        for check in CHECKS:
            try:
                await check(peer, mode)
            except Exception as error:  # one broken check must not hide the others
                failed += 1
                print(f"FAILED {name}, {mode}: {check.__name__}: {error!r}")
    print(f"{name}, {mode}: {len(CHECKS) - failed} of {len(CHECKS)} checks passed")
    return failed


async def main(url, command, *args):
    stdio = StdioServerParameters(command=command, args=list(args))
    failed = 0
    for mode in MODES:
        failed += await run_row("stdio", stdio, mode)
        failed += await run_row("http", url, mode)
    sse_url = url.removesuffix("/mcp") + "/sse"
    failed += await run_row("sse", sse_client(sse_url), "legacy")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
