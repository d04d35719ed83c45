"""Requests of the people who run a server: its health, and metrics for Prometheus.

Metrics are for this machine, for the networks of proxies, and for requests with the token.
"""

from collections.abc import Iterator, Sequence
from ipaddress import ip_address, ip_network
from typing import Any, Final

import litestar
from litestar import MediaType, Response
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler
from litestar.plugins.prometheus import PrometheusConfig, PrometheusController
from litestar.types import Scope
from prometheus_client import REGISTRY, CollectorRegistry, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.server_feature import ServerContext
from redcathedral.server.middleware.device import visitor_of
from redcathedral.server.run.readiness import Readiness

OPERATIONS_KEY: Final = "redcathedral-operations"  # of ``Operations`` in the state of a request
REQUEST_METRICS: Final = PrometheusConfig(
    app_name="redcathedral",
    prefix="redcathedral",
    buckets=[0.01, 0.05, 0.1, 0.5, 1.0, 5.0],
    group_path=True,  # a path with the id of a table would be a metric for each table
    scopes={ScopeType.HTTP},
)


class Operations(Collector):
    """The readiness and the metrics of one server; ``networks`` may read the metrics."""

    def __init__(
        self, context: ServerContext, readiness: Readiness, networks: Sequence[str]
    ) -> None:
        self.readiness = readiness
        self._context = context
        self._networks = [ip_network(network) for network in networks]
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def is_trusted(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return address.is_loopback or any(address in network for network in self._networks)

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics of the tables and of the store."""
        tables, thread = self._context.tables.all_in_memory(), self._context.thread
        leads = sum(table.cluster.is_led_here for table in tables)
        pages = sum(len(table.pages) for table in tables)
        yield GaugeMetricFamily("redcathedral_tables", "Tables in memory", len(tables))
        yield GaugeMetricFamily("redcathedral_tables_led", "Tables that this server leads", leads)
        yield GaugeMetricFamily("redcathedral_pages", "Pages with a table open", pages)
        yield CounterMetricFamily("redcathedral_actions", "Stored actions of tables", thread.stored)
        yield CounterMetricFamily(
            "redcathedral_failed_actions", "Actions that could not be stored", thread.failed
        )
        yield CounterMetricFamily(
            "redcathedral_commit_seconds", "Seconds of storing actions", thread.seconds
        )

    def metrics(self) -> bytes:
        return generate_latest(REGISTRY) + generate_latest(self._registry)


def _operations(scope: Scope) -> Operations:
    operations: Operations = scope["state"][OPERATIONS_KEY]
    return operations


def _require_operator(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    client = connection.client
    is_trusted = client is not None and _operations(connection.scope).is_trusted(client.host)
    if not is_trusted and not visitor_of(connection.scope).is_local:
        raise ApiError(401, "token")


@litestar.get("/healthz", include_in_schema=False, sync_to_thread=False, media_type=MediaType.TEXT)
def get_health() -> str:
    """Answer as long as the server runs."""
    return "ok\n"


@litestar.get("/readyz", include_in_schema=False, sync_to_thread=False)
def get_readiness(scope: Scope) -> Response[str]:
    """Answer 200, or 503 as soon as the server has been asked to end."""
    if _operations(scope).readiness.is_ready:
        return Response("ready\n", media_type=MediaType.TEXT)
    return Response("draining\n", status_code=503, media_type=MediaType.TEXT)


class Metrics(PrometheusController):
    """Metrics of the process, its requests, tables and store."""

    include_in_schema = False
    guards = (_require_operator,)

    @litestar.get()
    async def get(self, scope: Scope) -> Response[bytes]:
        """Return all metrics in the text format of Prometheus."""
        return Response(_operations(scope).metrics(), media_type="text/plain; version=0.0.4")


OPERATION_ROUTES: Final = (get_health, get_readiness, Metrics)
