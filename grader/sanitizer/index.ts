export { parseProgramLog, parseSanitizerLog, type SanitizerFinding, TOOLS, type Tool } from './log.ts';
