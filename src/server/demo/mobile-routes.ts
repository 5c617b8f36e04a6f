import type { Corner } from '#server/model/route.ts';

export interface MobileRoute {
  code: string;
  province: string;
  city: string;
  district: string;
  plate: string;
  pm25: number;
  elevation: number;
  /** Corners of a closed route, as latitude and longitude; it begins and ends at the first. */
  corners: readonly Corner[];
}

/** The mobile stations, which measure while they drive. */
export const mobileRoutes: readonly MobileRoute[] = [
  {
    code: '370102',
    province: '山东省',
    city: '济南市',
    district: '历下区',
    plate: '走航车01',
    pm25: 40,
    elevation: 50,
    corners: [
      [36.651, 116.9],
      [36.652, 117.0],
      [36.655, 117.12],
      [36.685, 117.13],
      [36.7, 117.02],
      [36.69, 116.95],
      [36.665, 116.9],
    ],
  },
  {
    code: '330105',
    province: '浙江省',
    city: '杭州市',
    district: '拱墅区',
    plate: '走航车02',
    pm25: 27,
    elevation: 20,
    corners: [
      [30.262, 120.165],
      [30.285, 120.155],
      [30.312, 120.14],
      [30.322, 120.185],
      [30.298, 120.225],
      [30.272, 120.205],
    ],
  },
  {
    code: '610103',
    province: '陕西省',
    city: '西安市',
    district: '碑林区',
    plate: '走航车03',
    pm25: 44,
    elevation: 400,
    corners: [
      [34.235, 108.9],
      [34.285, 108.905],
      [34.295, 108.95],
      [34.285, 108.99],
      [34.235, 108.985],
      [34.225, 108.945],
    ],
  },
];
