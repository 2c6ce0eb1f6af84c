import type { CreateJobInput, JobSettings, OutputGroup } from './job-schema.ts';
import type { H264Settings, OutputSettings } from './output-schema.ts';
import { badRequest } from './refusals.ts';

/** MediaConvert's rules across several settings. Throws `BadRequestException` with the path of the setting. */
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
    const { width = 0, height = 0 } = output.videoDescription ?? {};
    if (width % 2 || height % 2) throw badRequest(`${where}/videoDescription: sides must be even`);
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
  const extension = isHls ? undefined : isCapture(output) ? 'jpg' : 'ts';
  if (output.extension !== extension)
    throw badRequest(`${where}/extension: should be ${extension ?? 'missing'} here`);
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
  for (const { audioSourceName } of audioDescriptions) {
    if (!inputs.every(({ audioSelectors = {} }) => Object.hasOwn(audioSelectors, audioSourceName))) {
      throw badRequest(`${where}/audioDescriptions: the input has no audio selector "${audioSourceName}"`);
    }
  }
}

function checkH264(settings: H264Settings, where: string): void {
  const { framerateControl, framerateNumerator, framerateDenominator, gopSize, gopSizeUnits } = settings;
  if (framerateControl === 'SPECIFIED' && !(framerateNumerator && framerateDenominator)) {
    throw badRequest(`${where}: SPECIFIED needs framerateNumerator and framerateDenominator`);
  }
  if (gopSizeUnits === 'FRAMES' && !Number.isInteger(gopSize)) {
    throw badRequest(`${where}/gopSize: should be a whole number of frames`);
  }
}
