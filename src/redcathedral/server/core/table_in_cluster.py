"""One table as this process and the others on the database share it."""

from redcathedral.server.core.cluster import EVERYTHING, PAGES, SEATS, Cluster, TablePages


class TableInCluster:
    """Who leads a table, and which seats have pages at any process."""

    def __init__(self, cluster: Cluster, table_id: str) -> None:
        self._cluster = cluster
        self._table_id = table_id
        self._shown = TablePages()  # the pages here, as the other processes know them
        self._news: set[str] = set()
        self.is_led_here = False  # its clock, bots and substitutes
        self.elsewhere = TablePages()

    def announce(self, news: str) -> None:
        self._cluster.announce(self._table_id, news)

    def add_news(self, news: str) -> bool:
        """Keep news from another process; return whether they are the first since ``take_news``."""
        is_first = not self._news
        self._news.add(news)
        return is_first

    def take_news(self) -> set[str]:
        news, self._news = self._news, set()
        if EVERYTHING in news:
            self._shown = TablePages()
            news |= {SEATS, PAGES}
        return news

    async def claim(self) -> bool:
        """Read the pages at other processes, and lead the table unless one of them does."""
        self.elsewhere = await self._cluster.pages_elsewhere(self._table_id)
        self.is_led_here = await self._cluster.claim(self._table_id)
        return self.is_led_here

    async def show_pages(self, seats: frozenset[int], spectators: int) -> TablePages:
        """Show the pages here to the other processes; return the pages at all processes."""
        if (seats, spectators) != self._shown:
            self._shown = TablePages(seats, spectators)
            await self._cluster.show_pages(self._table_id, seats, spectators)
        return TablePages(seats | self.elsewhere.seats, spectators + self.elsewhere.spectators)

    async def release(self) -> None:
        await self._cluster.release(self._table_id)
