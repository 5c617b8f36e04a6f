/** Screens that have a route but are not built yet; they share a placeholder page. The list must only get shorter. */
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
