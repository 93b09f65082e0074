import { survivesAll } from './survive.ts';

survivesAll('right');
