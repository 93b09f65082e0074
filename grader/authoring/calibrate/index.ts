/** Thresholds of an assignment, from measurements on one GPU. */
export { calibrate, renderCalibration } from './calibrate.ts';
export { MARGIN } from './propose.ts';
