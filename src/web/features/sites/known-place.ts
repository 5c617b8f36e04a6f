import { currentCode } from '#shared/domain/former-divisions.ts';

export interface KnownPlace {
  province_code: string;
  city_code: string | null;
  area_code: string | null;
}

/**
 * Province, city and district of an outline's division code, as far as the current list knows them: the outlines may be
 * older than the list.
 */
export function placeOf(code: string, names: ReadonlyMap<string, string>): KnownPlace | undefined {
  const current = currentCode(code);
  const province_code = `${current.slice(0, 2)}0000`;
  if (!names.has(province_code)) return undefined;
  const city = `${current.slice(0, 4)}00`;
  const city_code = city !== province_code && names.has(city) ? city : null;
  const isArea = !current.endsWith('00') && names.has(current) && city_code !== null;
  return { province_code, city_code, area_code: isArea ? current : null };
}
