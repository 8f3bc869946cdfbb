/** Of a page that is older than the installation. */
export const ready = 'A new version of Bidwell is ready'
export const readyHelp = 'This page goes on working as it is. Load the new version when it suits you.'
