"""Analyses of games, and their files."""

from typing import Annotated, Final

from litestar import MediaType, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.params import language
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.features.analysis.service import AnalysisService
from redcathedral.server.features.analysis.wire import Analysed
from redcathedral.server.middleware.attachment import attached
from redcathedral.text.catalog import DEFAULT_LANGUAGE

ANALYSIS_FILES: Final = {
    "txt": MediaType.TEXT.value,
    "svg": "image/svg+xml",
    "json": MediaType.JSON.value,
}


SINCE_LIMIT: Final = 2**31


@get("/api/tables/{table_id:str}/analysis")
async def get_analysis(
    analyses: NamedDependency[AnalysisService],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
    since: Annotated[int, QueryParameter(ge=0, le=SINCE_LIMIT)] = 0,
) -> Analysed:
    return await analyses.known(table_id, visitor, language(lang), since)


@post("/api/tables/{table_id:str}/analysis", status_code=202)
async def post_analysis(
    analyses: NamedDependency[AnalysisService],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
) -> None:
    await analyses.analyse(table_id, visitor)


@delete("/api/tables/{table_id:str}/analysis")
async def delete_analysis(
    analyses: NamedDependency[AnalysisService],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
) -> None:
    """Break an analysis off; what has been worked out stays."""
    await analyses.stop(table_id, visitor)


@get("/api/tables/{table_id:str}/analysis/{kind:str}")
async def get_analysis_file(
    analyses: NamedDependency[AnalysisService],
    visitor: NamedDependency[Visitor],
    table_id: FromPath[str],
    kind: FromPath[str],
    lang: FromQuery[str] = DEFAULT_LANGUAGE,
) -> Response[str]:
    """It as a file: `txt` the report, `svg` a picture of the chances, `json` all numbers."""
    media = ANALYSIS_FILES.get(kind)
    if media is None:
        fix = f"ask for {', '.join(ANALYSIS_FILES)}"
        raise ApiError(404, "not-found", f"there is no analysis as {kind[:20]!r}", fix)
    text = await analyses.file(table_id, visitor, language(lang), kind)
    return attached(text, table_id, kind, media)
