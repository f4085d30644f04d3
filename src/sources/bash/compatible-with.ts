// The version of mcp-bash whose projects run here unchanged; ours counts something else.

export const COMPATIBLE_WITH = '1.6.0';
