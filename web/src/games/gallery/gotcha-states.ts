import type { TableState } from "../../kit/contract";

export const GOTCHA: Record<string, TableState> = {};
