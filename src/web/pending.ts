/**
 * Screens that have a route but are not built yet; they share one page that says so. This list only ever gets shorter.
 */
export const pending: readonly string[] = [
  '/liveservices/videoconfig',
  '/liveservices/cloudvideoconfig',
  '/liveservices/monitorlist',
  '/liveservices/cloudvideolive',
  '/liveservices/recordedvideo',
  '/countercharges/calibration',
  '/countercharges/upgrade',
  '/countercharges/qualitycontrol',
];
