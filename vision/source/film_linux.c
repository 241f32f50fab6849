#include "film_linux.h"
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>

struct film {
	AVFormatContext *format;
	AVCodecContext *codec;
	AVPacket *packet;
	AVFrame *frame;
	struct SwsContext *colours;
	int stream;
};

void film_close(film *f) {
	sws_freeContext(f->colours);
	av_frame_free(&f->frame);
	av_packet_free(&f->packet);
	avcodec_free_context(&f->codec);
	avformat_close_input(&f->format);
	av_free(f);
}

// Finds the first film in the file, as OpenCV does, and opens its decoder; 0 where that is done.
static int open_stream(film *f, const char *path, int threads) {
	if (avformat_open_input(&f->format, path, NULL, NULL) < 0 || avformat_find_stream_info(f->format, NULL) < 0)
		return -1;
	f->stream = -1;
	for (int i = 0; i < (int)f->format->nb_streams; i++) {
		if (f->stream < 0 && f->format->streams[i]->codecpar->codec_type == AVMEDIA_TYPE_VIDEO)
			f->stream = i;
		else
			f->format->streams[i]->discard = AVDISCARD_ALL;
	}
	if (f->stream < 0)
		return -1;
	const AVCodecParameters *what = f->format->streams[f->stream]->codecpar;
	const AVCodec *decoder = avcodec_find_decoder(what->codec_id);
	if (!decoder || !(f->codec = avcodec_alloc_context3(decoder)) || avcodec_parameters_to_context(f->codec, what) < 0)
		return -1;
	f->codec->thread_count = threads;
	return avcodec_open2(f->codec, decoder, NULL);
}

film *film_open(const char *path, int threads) {
	film *f = av_mallocz(sizeof *f);
	if (!f)
		return NULL;
	f->packet = av_packet_alloc();
	f->frame = av_frame_alloc();
	if (!f->packet || !f->frame || open_stream(f, path, threads) < 0) {
		film_close(f);
		return NULL;
	}
	return f;
}

// Decodes the next picture; what is damaged is passed over. 0: there is none.
static int decode(film *f) {
	for (;;) {
		int status = avcodec_receive_frame(f->codec, f->frame);
		if (status == 0)
			return 1;
		if (status == AVERROR_EOF)
			return 0;
		if (av_read_frame(f->format, f->packet) < 0) {
			if (avcodec_send_packet(f->codec, NULL) < 0)
				return 0;
			continue;
		}
		if (f->packet->stream_index == f->stream)
			avcodec_send_packet(f->codec, f->packet);
		av_packet_unref(f->packet);
	}
}

int film_next(film *f, int width, int height, double *seconds) {
	if (!decode(f))
		return 0;
	const AVFrame *p = f->frame;
	if (p->width != width || p->height != height)
		return 0;
	const int64_t stamp = p->pts != AV_NOPTS_VALUE ? p->pts : p->pkt_dts;
	*seconds = stamp == AV_NOPTS_VALUE ? 0 : (double)stamp * av_q2d(f->format->streams[f->stream]->time_base);
	return 1;
}

void film_pass_over(film *f, int some) { f->codec->skip_frame = some ? AVDISCARD_NONREF : AVDISCARD_DEFAULT; }

int film_planes(film *f, film_picture *out) {
	if (f->frame->format != AV_PIX_FMT_YUV420P || !(out->frame = av_frame_alloc()))
		return 0;
	av_frame_move_ref(out->frame, f->frame);
	for (int i = 0; i < 3; i++) {
		out->row[i] = out->frame->data[i];
		out->stride[i] = out->frame->linesize[i];
	}
	return 1;
}

void film_free(AVFrame *picture) { av_frame_free(&picture); }

int film_convert(film *f, uint8_t *bgr) {
	const AVFrame *p = f->frame;
	f->colours = sws_getCachedContext(f->colours, p->width, p->height, p->format, p->width, p->height, AV_PIX_FMT_BGR24, SWS_BICUBIC, NULL, NULL, NULL);
	if (!f->colours)
		return 0;
	uint8_t *const rows[4] = {bgr};
	const int stride[4] = {3 * p->width};
	return sws_scale(f->colours, (const uint8_t *const *)p->data, p->linesize, 0, p->height, rows, stride) == p->height;
}
