import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writePack } from './pack.mjs';
import { reliefTiles } from './relief.mjs';
import { chinaShapes, divisionOutlines, worldShapes } from './shapes.mjs';
import { vectorTiles } from './vector.mjs';

const folder = fileURLToPath(new URL('../../src/web/map/basemap/', import.meta.url));
mkdirSync(folder, { recursive: true });

const ofRank = ({ features }, ...ranks) => ({
  type: 'FeatureCollection',
  features: features.filter(({ properties }) => ranks.includes(properties.TYPE ?? properties.kind)),
});

const world = await worldShapes();
writePack(
  join(folder, 'world.tiles'),
  vectorTiles(
    [
      { name: 'land', from: 3, data: world.land },
      { name: 'border', from: 3, data: world.borders },
      { name: 'place', from: 3, data: world.places },
    ],
    { minZoom: 3, maxZoom: 4 },
  ),
);

const china = await chinaShapes();
writePack(
  join(folder, 'china.tiles'),
  vectorTiles(
    [
      { name: 'land', from: 3, data: china.land },
      { name: 'water', from: 3, data: china.waters },
      { name: 'dash', from: 3, data: china.dashes },
      { name: 'nation', from: 3, data: ofRank(china.borders, 'outer') },
      { name: 'province', from: 3, data: ofRank(china.borders, 'province') },
      { name: 'city', from: 4, data: ofRank(china.borders, 'city') },
      { name: 'county', from: 6, data: ofRank(china.borders, 'inner') },
      { name: 'province_name', from: 3, data: ofRank(china.places, 'province') },
      { name: 'city_name', from: 4, data: ofRank(china.places, 'city') },
      { name: 'municipality_name', from: 6, data: ofRank(china.places, 'municipality') },
      { name: 'county_name', from: 6, data: ofRank(china.places, 'district') },
    ],
    { minZoom: 3, maxZoom: 7 },
  ),
);

writeFileSync(join(folder, 'divisions.json'), JSON.stringify(china.boxes));
writeFileSync(join(folder, 'outlines.json'), JSON.stringify(await divisionOutlines()));

writePack(join(folder, 'relief.tiles'), await reliefTiles());
