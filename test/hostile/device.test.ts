import { survivesAll } from './survive.ts';

survivesAll('device');
