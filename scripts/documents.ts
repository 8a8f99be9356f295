/** The hand-written documents: of the workspaces' API, and of the operator's. `redocly.yaml` has their rules by the name of the API. */
export const WORKSPACES = { api: 'bivouac@v1', source: 'openapi/openapi.yaml' };
export const PLATFORM = { api: 'platform@v1', source: 'openapi/platform.yaml' };
export const DOCUMENTS = [WORKSPACES, PLATFORM];
