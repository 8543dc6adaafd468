import type { SocialIcon } from '../schema/theme.ts'

/** An icon that comes with docsgen, drawn for it: what it is called, and its lines in a box of 24 by 24. */
interface Drawing {
  name: string
  path: string
}

const SPEECH = 'M4 5h16v11h-8l-5 4v-4H4z'

/** Icons of links to elsewhere by name. */
export const ICONS: Record<SocialIcon, Drawing> = {
  bluesky: {
    name: 'Bluesky',
    path: 'M12 11c-1.5-3-4.5-6-8-6 0 6 1 8 5 8-3 .5-4 2-3 4s4 2 6-2c2 4 5 4 6 2s0-3.5-3-4c4 0 5-2 5-8-3.5 0-6.5 3-8 6z',
  },
  chat: { name: 'Chat', path: `${SPEECH}M8 9h8M8 12h5` },
  codeberg: { name: 'Codeberg', path: 'M4.5 19a9.3 9.3 0 1 1 15 0M12 7l-6 12h12zM12 7v12' },
  discord: {
    name: 'Discord',
    path: 'M8 6c2.5-1 5.5-1 8 0 2 1 4 5 4 11-1.5 1-3 1.5-4 1.5l-1-2h-6l-1 2c-1 0-2.5-.5-4-1.5 0-6 2-10 4-11zM9.5 11.5v1M14.5 11.5v1',
  },
  email: { name: 'Email', path: 'M3.5 6h17v12h-17zM3.5 7l8.5 6.5L20.5 7' },
  facebook: {
    name: 'Facebook',
    path: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12.5 21v-9.5c0-2 1-3 3.5-3M9 13h6',
  },
  forum: { name: 'Forum', path: 'M3 4h13v8H9l-3 3v-3H3zM9 15h4l4 3.5V15h4V8h-2' },
  github: {
    name: 'GitHub',
    path: 'M9 21v-3.5c-3 .8-4-.8-5-2M15 21v-3.5c0-1-.3-1.7-1-2.2 3.5-.4 5.5-2 5.5-5.3 0-1.5-.5-2.7-1.4-3.6.3-1 .3-2-.1-3.4-1.4 0-2.5.6-3.5 1.4-1.6-.4-3.4-.4-5 0C8.5 3.6 7.4 3 6 3c-.4 1.4-.4 2.4-.1 3.4C5 7.3 4.5 8.5 4.5 10c0 3.3 2 4.9 5.5 5.3-.7.5-1 1.2-1 2.2',
  },
  gitlab: {
    name: 'GitLab',
    path: 'M12 20L3.5 13.5 6.5 4l2.3 6.5h6.4L17.5 4l3 9.5zM12 20L8.8 10.5M12 20l3.2-9.5',
  },
  instagram: {
    name: 'Instagram',
    path: 'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4zM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM16.7 7.2v.1',
  },
  linkedin: {
    name: 'LinkedIn',
    path: 'M4 4h16v16H4zM8 10.5V16M8 7.5v.1M12 16v-5.5M12 13c0-3.3 4.5-3.3 4.5 0v3',
  },
  mastodon: {
    name: 'Mastodon',
    path: 'M16 19c-6 2-11 0-11-7.5C5 6 7 4 12 4s7 2 7 6.5-2 5.5-5 5.5c-2 0-4 0-5-.6M8.5 12.5V10c0-2.7 3.5-2.7 3.5 0v1.5V10c0-2.7 3.5-2.7 3.5 0v2.5',
  },
  matrix: {
    name: 'Matrix',
    path: 'M7 4H4v16h3M17 4h3v16h-3M8 15v-5M8 11.5c0-2 3.5-2 3.5 0V15M11.5 11.5c0-2 4-2 4 0V15',
  },
  npm: {
    name: 'npm',
    path: 'M3.5 8h17v7.5H12V17H9v-1.5H3.5zM9 8v7.5M6.3 10.5v5M12 10.5v2.5M15 8v7.5M17.8 10.5v5',
  },
  rss: { name: 'RSS', path: 'M5 11a8 8 0 0 1 8 8M5 5a14 14 0 0 1 14 14M6 18v.1' },
  slack: { name: 'Slack', path: 'M9.5 4v16M14.5 4v16M4 9.5h16M4 14.5h16' },
  telegram: {
    name: 'Telegram',
    path: 'M3.5 11.5L20.5 4.5 17.5 20l-6-4.5-2.5 3-.5-5.5L20.5 4.5M8.5 13l-5-1.5',
  },
  x: { name: 'X', path: 'M4.5 4.5h4l11 15h-4zM4.5 19.5l6-6.6M13.3 10.4l5.9-5.9' },
  youtube: {
    name: 'YouTube',
    path: 'M6 6h12a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V9a3 3 0 0 1 3-3zM10.5 9.5v5l4.5-2.5z',
  },
}
