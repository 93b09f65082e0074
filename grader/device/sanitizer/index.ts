/** What compute-sanitizer prints, as findings. */

export { parseProgramLog, parseSanitizerLog, QUICK_TOOLS, type SanitizerFinding, TOOLS, type Tool } from './log.ts';
