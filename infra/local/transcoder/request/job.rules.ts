import type { CreateJobInput, JobSettings, OutputGroup } from './job.schema.ts';
import type { H264Settings, OutputSettings } from './output.schema.ts';
import { badRequest } from './refusals.ts';

/** What MediaConvert asks of settings together. Throws `BadRequestException` naming the place. */
export function checkJob({ settings }: CreateJobInput): void {
  for (const [index, group] of settings.outputGroups.entries()) {
    checkGroup(group, settings, `/settings/outputGroups/${index}`);
  }
  const outputs = settings.outputGroups.flatMap((group) => group.outputs);
  // "MediaConvert doesn't support jobs that consist only of a frame capture output."
  if (outputs.every(isCapture)) throw badRequest('/settings/outputGroups: a job cannot only capture frames');
}

const isCapture = (output: OutputSettings): boolean =>
  output.videoDescription?.codecSettings.codec === 'FRAME_CAPTURE';

function checkGroup(group: OutputGroup, settings: JobSettings, place: string): void {
  const modifiers = group.outputs.map(({ nameModifier }) => nameModifier ?? '');
  if (new Set(modifiers).size !== modifiers.length) {
    throw badRequest(`${place}: each output of a group needs a nameModifier of its own`);
  }
  for (const [index, output] of group.outputs.entries()) {
    const where = `${place}/outputs/${index}`;
    checkContainer(group, output, where);
    checkSound(output, settings, where);
    const codec = output.videoDescription?.codecSettings;
    if (codec?.codec !== 'H_264') continue;
    const { width, height } = output.videoDescription ?? {};
    if ((width ?? 0) % 2 || (height ?? 0) % 2)
      throw badRequest(`${where}/videoDescription: sides must be even`);
    checkH264(codec.h264Settings, `${where}/videoDescription/codecSettings/h264Settings`);
  }
}

function checkContainer(group: OutputGroup, output: OutputSettings, where: string): void {
  const { container } = output.containerSettings;
  const isHls = group.outputGroupSettings.type === 'HLS_GROUP_SETTINGS';
  const wanted = isHls ? 'M3U8' : isCapture(output) ? 'RAW' : 'M2TS';
  if (container !== wanted)
    throw badRequest(`${where}/containerSettings/container: should be ${wanted} here`);
  if (isHls && isCapture(output)) throw badRequest(`${where}: frames are captured in file groups`);
  if (isHls && output.extension) throw badRequest(`${where}/extension: only outputs of file groups have one`);
  if (!output.videoDescription && !output.audioDescriptions?.length) {
    throw badRequest(`${where}: needs a videoDescription or audioDescriptions`);
  }
  if (isCapture(output) && output.audioDescriptions?.length) {
    throw badRequest(`${where}/audioDescriptions: captured frames have no sound`);
  }
}

function checkSound(
  { audioDescriptions = [] }: OutputSettings,
  { inputs }: JobSettings,
  where: string,
): void {
  for (const { audioSourceName = 'Audio Selector 1' } of audioDescriptions) {
    if (!inputs.every(({ audioSelectors = {} }) => Object.hasOwn(audioSelectors, audioSourceName))) {
      throw badRequest(`${where}/audioDescriptions: the input has no audio selector "${audioSourceName}"`);
    }
  }
}

function checkH264(settings: H264Settings, where: string): void {
  const { rateControlMode, framerateControl, parControl } = settings;
  if (rateControlMode === 'QVBR' && !settings.maxBitrate)
    throw badRequest(`${where}/maxBitrate: is required for QVBR`);
  if (rateControlMode !== 'QVBR' && !settings.bitrate) {
    throw badRequest(`${where}/bitrate: is required for ${rateControlMode}`);
  }
  if (framerateControl === 'SPECIFIED' && !(settings.framerateNumerator && settings.framerateDenominator)) {
    throw badRequest(`${where}: SPECIFIED needs framerateNumerator and framerateDenominator`);
  }
  if (parControl === 'SPECIFIED' && !(settings.parNumerator && settings.parDenominator)) {
    throw badRequest(`${where}: SPECIFIED needs parNumerator and parDenominator`);
  }
  const { gopSize, gopSizeUnits } = settings;
  if (gopSizeUnits && gopSizeUnits !== 'AUTO' && !gopSize) throw badRequest(`${where}/gopSize: is required`);
  if (gopSizeUnits === 'FRAMES' && gopSize && !Number.isInteger(gopSize)) {
    throw badRequest(`${where}/gopSize: should be a whole number of frames`);
  }
}
