import { survivesAll } from './survive.ts';

survivesAll('compiling');
