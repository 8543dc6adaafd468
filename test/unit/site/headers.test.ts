import { expect, test } from 'vitest'
import { readOwnPolicies } from '../../../src/site/headers.ts'

test('policies of the site’s own files are found, with their places', () => {
  const files = new Map([
    [
      '_headers',
      '/*\n  X-A: 1\n  Content-Security-Policy: img-src a.example\n/b/*\n  content-security-policy: img-src b.example\n',
    ],
    [
      'vercel.json',
      JSON.stringify({
        headers: [
          { source: '/(.*)', headers: [{ key: 'Content-Security-Policy', value: 'img-src c.example' }] },
        ],
      }),
    ],
    [
      '.htaccess',
      '<IfModule mod_headers.c>\n  Header always set Content-Security-Policy "img-src d.example"\n</IfModule>\n',
    ],
  ])
  expect(
    readOwnPolicies(files, { base: '/docs/', publicDir: 'public' }).map(({ policy, pattern, place }) => [
      policy['img-src']?.[0],
      pattern,
      `${place.file}:${place.line}`,
    ]),
  ).toEqual([
    ['a.example', undefined, 'public/_headers:3'],
    ['b.example', '/b/*', 'public/_headers:5'],
    ['c.example', undefined, 'public/vercel.json:1'],
    ['d.example', undefined, 'public/.htaccess:2'],
  ])
  expect(
    readOwnPolicies(new Map([['vercel.json', '{ // no JSON']]), { base: '/', publicDir: 'public' }),
  ).toEqual([])
})
