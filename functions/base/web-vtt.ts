export const VTT_TYPE = 'text/vtt; charset=utf-8';
