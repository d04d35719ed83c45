"""Plans: decisions for a player's next turn, made while others play."""

from redcathedral.server.core.actor import Actor
from redcathedral.server.core.server_feature import ServerFeature
from redcathedral.server.features.plans.store import PlanStore
from redcathedral.server.features.plans.table_plans import TablePlans


class PlansFeature(ServerFeature):
    """The plans at all tables."""

    table_feature = TablePlans

    def at_table(self, table: Actor) -> TablePlans:
        return TablePlans(table, self.thread, self.thread.store.part(PlanStore))
