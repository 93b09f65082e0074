import { survivesAll } from './survive.ts';

survivesAll('host');
