"""Which definition a message is judged by: requests and notifications by method, results by the method they answer."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

REQUESTS: Mapping[str, str] = MappingProxyType(
    {
        "completion/complete": "CompleteRequest",
        "elicitation/create": "ElicitRequest",
        "initialize": "InitializeRequest",
        "logging/setLevel": "SetLevelRequest",
        "ping": "PingRequest",
        "prompts/get": "GetPromptRequest",
        "prompts/list": "ListPromptsRequest",
        "resources/list": "ListResourcesRequest",
        "resources/read": "ReadResourceRequest",
        "resources/subscribe": "SubscribeRequest",
        "resources/templates/list": "ListResourceTemplatesRequest",
        "resources/unsubscribe": "UnsubscribeRequest",
        "roots/list": "ListRootsRequest",
        "sampling/createMessage": "CreateMessageRequest",
        "tasks/cancel": "CancelTaskRequest",
        "tasks/get": "GetTaskRequest",
        "tasks/list": "ListTasksRequest",
        "tasks/result": "GetTaskPayloadRequest",
        "tools/call": "CallToolRequest",
        "tools/list": "ListToolsRequest",
    }
)

NOTIFICATIONS: Mapping[str, str] = MappingProxyType(
    {
        "notifications/cancelled": "CancelledNotification",
        "notifications/elicitation/complete": "ElicitationCompleteNotification",
        "notifications/initialized": "InitializedNotification",
        "notifications/message": "LoggingMessageNotification",
        "notifications/progress": "ProgressNotification",
        "notifications/prompts/list_changed": "PromptListChangedNotification",
        "notifications/resources/list_changed": "ResourceListChangedNotification",
        "notifications/resources/updated": "ResourceUpdatedNotification",
        "notifications/roots/list_changed": "RootsListChangedNotification",
        "notifications/tasks/status": "TaskStatusNotification",
        "notifications/tools/list_changed": "ToolListChangedNotification",
    }
)

# A request with a result of no content is answered by an `EmptyResult`.
RESULTS: Mapping[str, str] = MappingProxyType(
    {
        "completion/complete": "CompleteResult",
        "elicitation/create": "ElicitResult",
        "initialize": "InitializeResult",
        "logging/setLevel": "EmptyResult",
        "ping": "EmptyResult",
        "prompts/get": "GetPromptResult",
        "prompts/list": "ListPromptsResult",
        "resources/list": "ListResourcesResult",
        "resources/read": "ReadResourceResult",
        "resources/subscribe": "EmptyResult",
        "resources/templates/list": "ListResourceTemplatesResult",
        "resources/unsubscribe": "EmptyResult",
        "roots/list": "ListRootsResult",
        "sampling/createMessage": "CreateMessageResult",
        "tasks/cancel": "CancelTaskResult",
        "tasks/get": "GetTaskResult",
        "tasks/list": "ListTasksResult",
        "tasks/result": "GetTaskPayloadResult",
        "tools/call": "CallToolResult",
        "tools/list": "ListToolsResult",
    }
)

# What a server asks of its client: the client's answers are callback results.
CALLBACKS = ("elicitation/create", "roots/list", "sampling/createMessage")

# A request with `params.task` may be answered by a task, which is told by this member.
TASK_RESULT = "CreateTaskResult"

# The one error with a shape of its own, by its code.
ERRORS: Mapping[int, str] = MappingProxyType({-32042: "URLElicitationRequiredError"})
